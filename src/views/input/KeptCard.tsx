type KeptCardProps = {
  maskedCardNumber: string;
  /** As the donor reads it. */
  expiry: string;
  onDiscard: () => void;
};

/** The card whose token is still good (decision 6): nothing about it is asked for again. */
export function KeptCard({ maskedCardNumber, expiry, onDiscard }: KeptCardProps) {
  return (
    <div className="field kept-card">
      <p>
        <span className="kept-card-number">{`**** ${maskedCardNumber.slice(-4)}`}</span>
        <span className="muted">{`有効期限 ${expiry}`}</span>
      </p>
      <button type="button" className="button" data-kept-card="" onClick={onDiscard}>
        カードを変更する
      </button>
    </div>
  );
}
