import { memo } from 'react';
import { Pledge } from '../shell/Pledge.tsx';
import { useFormValue } from './field-actions.ts';

/** The pledge: below the fields, or beside them on wide screens. */
export const PledgePanel = memo(function PledgePanel() {
  const price = useFormValue('price');
  const priceOther = useFormValue('priceOther');
  const paymentMethod = useFormValue('paymentMethod');
  return (
    <div className="input-form-pledge">
      <section className="panel stack" aria-labelledby="section-pledge">
        <h2 id="section-pledge">お申し込みの内容</h2>
        <Pledge form={{ price, priceOther, paymentMethod }} />
        <p className="muted">次の画面で内容をご確認いただくまで、お申し込みは送信されません。</p>
      </section>
    </div>
  );
});
