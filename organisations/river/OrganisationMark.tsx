import './mark.css';
import logo from './logo.svg';

/** Draws a river between two hills. Decorative: the name is always beside it. */
export function OrganisationMark() {
  return <img className="mark" src={logo} alt="" width={96} height={48} />;
}
