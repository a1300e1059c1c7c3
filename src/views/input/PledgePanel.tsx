import { memo } from 'react';
import { Pledge } from '../shared/Pledge.tsx';
import { useAmountAndMethod } from './field-values.ts';

/** The pledge: below the fields, or beside them on wide screens. It follows what is typed. */
export const PledgePanel = memo(function PledgePanel() {
  const form = useAmountAndMethod();
  return (
    <div className="input-form-pledge">
      <section className="panel stack" aria-labelledby="section-pledge">
        <h2 id="section-pledge">お申し込み内容</h2>
        <Pledge form={form} />
        <p className="muted">次の画面で内容をご確認いただくまで、お申し込みは送信されません。</p>
      </section>
    </div>
  );
});
