/** Both colour schemes from one set of names; text keeps a contrast of 4.5 to 1 or more in either. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f6f3, #14161a);
  --panel: light-dark(#ffffff, #1b1e24);
  --line: light-dark(#e4e3de, #2b2f38);
  --text: light-dark(#1d2129, #e7e9ee);
  --quiet: light-dark(#5d6470, #9aa3b2);
  --accent: light-dark(#3a5bc7, #8ea6ff);
  --good: light-dark(#16794c, #5fce97);
  --busy: light-dark(#2a5bb8, #86abff);
  --wait: light-dark(#8a5a00, #e5b454);
  --bad: light-dark(#b3261e, #ff8f85);
  --flash: light-dark(#e9eefc, #26304a);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 0 clamp(14px, 3vw, 36px) 40px; max-width: 1480px;
  background: var(--ground); color: var(--text);
  font: 15px/1.45 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
h1, h2, p, dl, dd, ul, pre { margin: 0; padding: 0; }
ul { list-style: none; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 12px; top: -60px; padding: 8px 14px; border-radius: 8px; background: var(--accent); color: var(--panel); }
.skip:focus { top: 12px; z-index: 1; }

.top { display: flex; align-items: center; gap: 14px; padding: 24px 0 20px; }
.mark { display: block; flex: none; }
.title { flex: 1; min-width: 0; }
h1 { font-size: 18px; font-weight: 650; letter-spacing: -.01em; line-height: 1.25; }
#address { color: var(--quiet); font: 13px/1.4 var(--mono); overflow: hidden; text-overflow: ellipsis; }
.state { text-align: right; font-size: 13px; }
.clock { color: var(--quiet); white-space: nowrap; }
.connection { font-weight: 600; white-space: nowrap; }
.connection::before, .status::before { content: ""; display: inline-block; width: 8px; height: 8px; margin-right: 7px; border-radius: 50%; background: currentColor; vertical-align: .05em; }
.connection[data-state="live"] { color: var(--good); }
.connection[data-state="gone"] { color: var(--wait); }
.connection[data-state="connecting"] { color: var(--quiet); }
.gone { margin-bottom: 16px; padding: 12px 16px; border: 1px solid var(--wait); border-radius: 12px; color: var(--wait); }
.stale { opacity: .55; filter: saturate(.5); }
main { transition: opacity .3s; }

.figures dl { display: grid; grid-template-columns: repeat(5, 1fr); background: var(--panel); border: 1px solid var(--line); border-radius: 16px; }
.figures dl > div { position: relative; padding: 16px 20px 15px; min-width: 0; border-left: 1px solid var(--line); }
.figures dl > div:first-child { border-left: 0; }
dt { color: var(--quiet); font-size: 13px; }
dd b { font-size: 28px; font-weight: 600; letter-spacing: -.02em; line-height: 1.2; margin-right: 4px; }
/* A line of its own, whatever it says: figures that grow must not move what is below them. */
dd span { display: block; min-height: 1.45em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--quiet); font-size: 13px; }
#pulse { position: absolute; right: 18px; bottom: 18px; width: min(44%, 150px); height: 28px; fill: var(--accent); opacity: .75; }

.welcome { margin-top: 18px; padding: 26px clamp(18px, 3vw, 32px); background: var(--panel); border: 1px solid var(--line); border-radius: 16px; }
.welcome h2 { font-size: 20px; font-weight: 650; letter-spacing: -.01em; margin-bottom: 4px; }
.welcome p { color: var(--quiet); max-width: 90ch; }
.welcome em { font-style: normal; font-weight: 600; color: var(--good); }
.command { display: flex; align-items: flex-start; gap: 10px; margin: 16px 0; padding: 14px 14px 14px 18px; border-radius: 12px; background: var(--ground); border: 1px solid var(--line); }
.command pre { flex: 1; min-width: 0; overflow-x: auto; }
code { font: 13px/1.6 var(--mono); }
button { flex: none; padding: 6px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); color: var(--text); font: inherit; font-size: 13px; font-weight: 600; cursor: pointer; }
button:hover { border-color: var(--accent); color: var(--accent); }

.columns { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 18px; margin-top: 18px; align-items: start; }
.empty .columns { display: none; }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 16px; overflow: hidden; }
.panel + .panel { margin-top: 18px; }
.panel h2 { padding: 14px 20px 12px; font-size: 15px; font-weight: 650; }
.panel h2 small { margin-left: 6px; color: var(--quiet); font-size: 13px; font-weight: 400; }
.none { padding: 2px 20px 18px; color: var(--quiet); }
.scroll { max-height: 380px; overflow-y: auto; overscroll-behavior: contain; scrollbar-width: thin; }

.row { display: grid; gap: 1px 16px; padding: 9px 20px 10px; border-top: 1px solid var(--line); align-items: baseline; }
.row > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.name { font-weight: 600; }
.facts, .more, .age, .at, .operation { color: var(--quiet); font-size: 13px; }
.more, .job .facts { font-family: var(--mono); font-size: 12px; }
.amount, .age, .code { text-align: right; }
.status { font-size: 11.5px; font-weight: 650; letter-spacing: .04em; }
.pod { grid-template: "name facts amount" "status more age" / minmax(120px, 2fr) minmax(0, 4fr) minmax(90px, auto); }
.pod > .name { grid-area: name; } .pod > .facts { grid-area: facts; } .pod > .amount { grid-area: amount; }
.pod > .status { grid-area: status; } .pod > .more { grid-area: more; } .pod > .age { grid-area: age; }
.age:empty { display: none; }
.pod[data-costs="false"] > .amount { color: var(--quiet); font-size: 13px; }
.endpoint { grid-template: "name facts" "more amount" "workers workers" / minmax(120px, 2fr) minmax(0, 4.9fr); }
.endpoint > .name { grid-area: name; } .endpoint > .facts { grid-area: facts; } .endpoint > .more { grid-area: more; }
.endpoint > .amount { grid-area: amount; text-align: left; font-size: 13px; }
.endpoint[data-busy="true"] > .amount { color: var(--wait); }
.endpoint > .workers { grid-area: workers; display: flex; flex-wrap: wrap; align-items: center; gap: 5px; padding: 7px 1px 2px; white-space: normal; }
.marks { display: contents; }
.tally { margin-left: 5px; color: var(--quiet); font-size: 13px; }
.marks:empty + .tally { margin-left: 0; }
.worker { width: 14px; height: 14px; border-radius: 4px; border: 1.5px solid var(--good); }
.worker[data-state="running"] { background: var(--busy); border-color: var(--busy); }
.worker[data-state="initializing"] { border: 1.5px dashed var(--wait); }
.job { grid-template: "name status age" "facts facts facts" / minmax(80px, 1fr) auto minmax(56px, auto); }
.job > .facts { grid-area: facts; }
.request { grid-template-columns: auto 52px minmax(0, 1fr) minmax(0, auto) 32px; padding-top: 6px; padding-bottom: 6px; font-size: 13px; }
.method { font: 600 12px/1.5 var(--mono); }
.path { font: 12.5px/1.5 var(--mono); }
.code { font-weight: 650; }

[data-status="RUNNING"] > .status, [data-status="COMPLETED"] > .status, [data-class="2"] > .code { color: var(--good); }
[data-status="PROVISIONING"] > .status, [data-status="STARTING"] > .status, [data-status="IN_PROGRESS"] > .status { color: var(--busy); }
[data-status="IN_QUEUE"] > .status, [data-class="4"] > .code { color: var(--wait); }
[data-status="EXITED"] > .status, [data-status="TERMINATED"] > .status, [data-status="CANCELLED"] > .status { color: var(--quiet); }
[data-status="ERROR"] > .status, [data-status="FAILED"] > .status, [data-status="TIMED_OUT"] > .status, [data-class="5"] > .code { color: var(--bad); }
footer { padding-top: 22px; color: var(--quiet); font-size: 13px; }

@media (prefers-reduced-motion: no-preference) {
  [data-status="PROVISIONING"] > .status::before, [data-status="STARTING"] > .status::before,
  [data-status="IN_PROGRESS"] > .status::before, .connection[data-state="gone"]::before { animation: breathe 1.6s ease-in-out infinite; }
  @keyframes breathe { 50% { opacity: .25; } }
}
@media (max-width: 1000px) {
  .columns { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 760px) {
  .figures dl { grid-template-columns: 1fr 1fr; }
  .figures dl > div { padding: 12px 16px; border-top: 1px solid var(--line); }
  .figures dl > div:nth-child(-n+2) { border-top: 0; }
  .figures dl > div:nth-child(odd) { border-left: 0; }
  .figures .requests { grid-column: 1 / -1; }
  dd b { font-size: 24px; }
}
@media (max-width: 560px) {
  .top { gap: 11px; padding: 16px 0; }
  .clock .day { display: none; }
  .row, .panel h2, .none { padding-left: 16px; padding-right: 16px; }
  .pod { grid-template: "name status" "facts facts" "more more" "amount age" / minmax(0, 1fr) auto; }
  .pod > .amount { text-align: left; font-size: 13px; }
  .endpoint { grid-template: "name" "facts" "more" "amount" "workers" / minmax(0, 1fr); }
  .row > .facts, .endpoint > .amount { white-space: normal; }
  .request { grid-template: "method path code" "at operation operation" / 62px minmax(0, 1fr) 32px; }
  .request > .method { grid-area: method; } .request > .path { grid-area: path; } .request > .code { grid-area: code; }
  .request > .at { grid-area: at; } .request > .operation { grid-area: operation; }
  .command { flex-direction: column; align-items: stretch; padding: 12px; }
}
@media (forced-colors: active) {
  .worker { forced-color-adjust: none; }
}
`;
