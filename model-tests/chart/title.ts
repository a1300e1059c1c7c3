/** A sentence for a tester, in both languages of the report. */
export type Title = { ja: string; en: string };
