const light = `
--paper:#f7f8fb;--box:#fff;--box-deep:#f1f3f8;--border:#b9c0d0;--ink:#1c2333;--soft:#5b6478;
--line:#8a94a9;--pill:#fff;--pill-border:#d5dae5;--event:#3a55d1;--done:#16794c;--error:#c02b2b;--after:#8a5a00;
--active:#3a55d1;--active-box:#e6ebff;--glow:#3a55d166;--taken:#d1410c;--taken-box:#ffe9df;--possible:#3a55d1`;
const dark = `
--paper:#10141f;--box:#1a2131;--box-deep:#151b29;--border:#46516a;--ink:#eef1f8;--soft:#a3adc2;
--line:#75809a;--pill:#1f2738;--pill-border:#3a445a;--event:#9db1ff;--done:#5fd39b;--error:#ff8f8f;--after:#f0c060;
--active:#9db1ff;--active-box:#26315a;--glow:#7f98ff99;--taken:#ffa06b;--taken-box:#4a2a18;--possible:#9db1ff`;

/** The style that every picture carries: it follows the reader's system. */
export const chartStyle = `
.statechart{${light};font-family:system-ui,-apple-system,"Segoe UI","Hiragino Sans","Noto Sans JP","Noto Sans CJK JP",sans-serif}
@media (prefers-color-scheme:dark){.statechart{${dark}}}
.statechart .paper{fill:var(--paper)}
.statechart text{fill:var(--ink);font-size:11px}
.statechart .name{font-size:14px;font-weight:650}
.statechart .text text{paint-order:stroke;stroke:var(--box);stroke-width:4px;stroke-linejoin:round;pointer-events:none}
.statechart .text.type-compound text,.statechart .text.type-parallel text{stroke:var(--box-deep)}
.statechart .text:not(.type-compound,.type-parallel) text{stroke:none}
.statechart .about{fill:var(--soft)}
.statechart .code,.statechart .guard{font:11.5px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace}
.statechart .guard{fill:var(--soft)}
.statechart .letter{font-size:12px;font-weight:650;text-anchor:middle}
.statechart .box{fill:var(--box);stroke:var(--border);stroke-width:1.25}
.statechart .type-compound>.box,.statechart .type-parallel>.box{fill:var(--box-deep)}
.statechart .type-parallel>.box{stroke-dasharray:6 4}
.statechart .line{fill:none;stroke:var(--line);stroke-width:1.5}
.statechart .head{fill:var(--line)}
.statechart .start circle{fill:var(--ink)}
.statechart .start .line{stroke:var(--ink)}
.statechart .start .head{fill:var(--ink)}
.statechart .icon path,.statechart .icon circle{fill:var(--event);stroke:none}
.statechart .icon .stroke{fill:none;stroke:var(--event);stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.statechart .invoke .icon .stroke,.statechart .kind-always .icon .stroke{stroke:var(--soft)}
.statechart .invoke .code{fill:var(--soft)}
.statechart .kind-done .icon .stroke{stroke:var(--done)}
.statechart .kind-error .icon .stroke{stroke:var(--error)}
.statechart .kind-after .icon .stroke{stroke:var(--after)}
.statechart .kind-error .line{stroke-dasharray:5 4}
.statechart .label .pill{fill:var(--pill);stroke:var(--pill-border)}
.statechart .row .pill{fill:none}
.statechart .is-active>.box{fill:var(--active-box);stroke:var(--active);stroke-width:2}
.statechart .type-compound.is-active>.box,.statechart .type-parallel.is-active>.box{fill:var(--box-deep)}
.statechart .is-active:not(.type-compound,.type-parallel)>.box{filter:drop-shadow(0 0 7px var(--glow))}
.statechart .is-possible .line{stroke:var(--possible)}
.statechart .is-possible .head{fill:var(--possible)}
.statechart .label.is-possible .pill{stroke:var(--possible);stroke-width:1.5}
.statechart .row.is-possible .code{fill:var(--possible)}
.statechart .is-taken .line{stroke:var(--taken);stroke-width:3}
.statechart .is-taken .head{fill:var(--taken)}
.statechart .is-taken .pill,.statechart .row.is-taken .pill{fill:var(--taken-box);stroke:var(--taken);stroke-width:1.5}
`
  .replace(/\n/g, '')
  .trim();
