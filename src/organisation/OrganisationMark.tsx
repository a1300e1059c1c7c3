import './mark.css';

/** Draws a tall and a small person under one umbrella. Decorative: the name is always beside it. */
export function OrganisationMark() {
  return (
    <svg className="mark" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        className="mark-umbrella"
        d="M24 2v4M3 25a21 20 0 0 1 42 0q-5.2-4.5-10.5 0-5.2-4.5-10.5 0-5.2-4.5-10.5 0Q8.2 20.5 3 25Z"
      />
      <path
        className="mark-tall"
        d="M13.5 30a4 4 0 1 1 8 0 4 4 0 1 1-8 0M10.5 46c0-7 2.5-11 7-11s7 4 7 11Z"
      />
      <path
        className="mark-small"
        d="M28.5 34a3.2 3.2 0 1 1 6.4 0 3.2 3.2 0 1 1-6.4 0M26.2 46c0-5 2-7.8 5.5-7.8s5.5 2.8 5.5 7.8Z"
      />
    </svg>
  );
}
