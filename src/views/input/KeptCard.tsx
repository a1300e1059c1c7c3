type KeptCardProps = {
  maskedCardNumber: string;
  /** Formatted, `2028年12月`. */
  expiry: string;
  onDiscard: () => void;
};

/** The kept card, shown instead of the card fields (decision 6). */
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
