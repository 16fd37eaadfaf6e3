/**
 * How a trace's page looks: light or dark as its reader has it, on a phone or a wall.
 *
 * @module
 */

/** A style sheet that names nothing outside of itself. */
export const TRACE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --dim: #5f6b76; --line: #d9dee3; --page: #fbfcfd; --card: #fff;
  --good: #18794e; --bad: #c62a2f; --warn: #9a5b00; --bar: #7aa7d9; --badpage: #fff0ef; --warnpage: #fff6e5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --dim: #98a3ad; --line: #343b42; --page: #131619;
  --card: #1b1f23; --good: #4cc38a; --bad: #ff8589; --warn: #f1a10d; --bar: #4f7cac; --badpage: #331a1b; --warnpage: #2e2410; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
.dim { color: var(--dim); }
.banner { border-left: 4px solid var(--good); background: var(--card); padding: .6rem .9rem; margin: 1rem 0; }
.banner.bad { border-color: var(--bad); background: var(--badpage); }
.banner a { color: inherit; }
.turn { border: 1px solid var(--line); border-radius: 8px; background: var(--card); margin: .75rem 0; }
summary { cursor: pointer; }
summary:focus-visible { outline: 2px solid var(--bar); outline-offset: 2px; }
.turn > summary { padding: .6rem .9rem; }
.turn > div { padding: 0 .9rem .8rem; }
.said { border-left: 3px solid var(--line); padding-left: .7rem; margin: .4rem 0; white-space: pre-wrap;
  overflow-wrap: anywhere; max-height: 16rem; overflow: auto; }
h3 { font-size: .8rem; font-weight: 600; color: var(--dim); margin: .9rem 0 .3rem; }
.call { border-top: 1px solid var(--line); }
.call > summary { display: grid; grid-template-columns: minmax(0, 1fr) auto 5.5rem minmax(3rem, 16%); gap: .8rem;
  align-items: center; padding: .35rem .2rem; list-style: none; }
.call > summary::-webkit-details-marker { display: none; }
.call > summary > code { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.call > summary > code::before { content: "▸ "; color: var(--dim); }
.call[open] > summary > code::before { content: "▾ "; }
.time { text-align: right; font-variant-numeric: tabular-nums; }
.bar { background: var(--line); height: .55rem; border-radius: 3px; overflow: hidden; }
.bar > i { display: block; height: 100%; min-width: 2px; background: var(--bar); }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.call.off { background: var(--warnpage); }
.call.first { background: var(--badpage); border-left: 4px solid var(--bad); padding-left: .5rem; }
.why { color: var(--bad); font-weight: 600; padding: 0 .2rem .35rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem .9rem; margin: 0;
  padding: .2rem .2rem .8rem 1rem; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
code, pre { font: 13px/1.45 ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow: auto; }
@media (max-width: 40rem) { .call > summary { grid-template-columns: minmax(0, 1fr) auto; }
  .call > summary > .time { text-align: left; } dl { grid-template-columns: minmax(0, 1fr); padding-left: .3rem; } }
@media print { body { max-width: none; } .turn { break-inside: avoid; } }
`;
