import './mark.css';
import logo from './logo.svg';

/** A river between two hills. Decorative: the name always stands beside it. */
export function OrganisationMark() {
  return <img className="mark" src={logo} alt="" width={96} height={48} />;
}
