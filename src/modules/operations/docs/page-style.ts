/** The style of the API reference, light and dark. */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1b2329, #e8ecef); --paper: light-dark(#fff, #14181b); --soft: light-dark(#f3f5f7, #1f2529);
  --line: light-dark(#d5dbe0, #39424a); --edge: light-dark(#6b7780, #8b97a0); --pale: light-dark(#4d5962, #b0bac2);
  --link: light-dark(#005f73, #6fd3e3);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif;
  display: grid; grid-template: auto 1fr / 18rem minmax(0, 1fr); }
header { grid-column: 1 / -1; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line);
  display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; }
header p, h1 { margin: 0; }
h1 { font-size: 1.25rem; }
h2 { margin: 1.25rem 0 .5rem; font-size: 1.4rem; }
h3 { margin: 0; font-size: 1.1rem; }
h4 { margin: .75rem 0 .25rem; font-size: 1rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
nav { padding: 1rem 1.5rem; border-right: 1px solid var(--line); font-size: .9rem; }
nav > details { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; }
nav p { margin: .75rem 0 .1rem; font-weight: 600; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: .2rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { padding: 0 1.5rem 4rem; max-width: 60rem; }
article { margin: 0 0 1.25rem; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; scroll-margin-top: 1rem; }
article p { margin: .4rem 0; }
code, pre, textarea, .type { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .75rem; background: var(--soft); border-radius: .375rem; white-space: pre-wrap; }
.method { padding: .1rem .5rem; border-radius: .25rem; background: #36454f; color: #fff; font-size: .8rem; font-weight: 700; }
.get { background: #005f73; } .post { background: #2f6b2f; } .patch { background: #7a5200; } .delete { background: #a3262c; }
summary { padding: .3rem 0; cursor: pointer; font-weight: 600; }
#log-in { flex-basis: 100%; }
.fields { margin: .25rem 0; padding-left: 1rem; list-style: none; border-left: 2px solid var(--line); }
.fields li { margin: .35rem 0; }
.type { color: var(--pale); }
.needed { font-size: .85em; font-weight: 600; }
form { display: grid; gap: .3rem; max-width: 40rem; }
label { margin-top: .4rem; font-size: .9rem; }
input, textarea { width: 100%; padding: .5rem; border: 1px solid var(--edge); border-radius: .25rem; background: var(--paper); color: var(--ink); }
input { font: inherit; }
button { justify-self: start; margin-top: .6rem; padding: .5rem 1.25rem; border: 0; border-radius: .25rem; background: #005f73; color: #fff; font: inherit; cursor: pointer; }
@media (max-width: 60rem) {
  body { grid-template-columns: minmax(0, 1fr); }
  nav { border-right: 0; border-bottom: 1px solid var(--line); padding: .5rem 1rem; }
  nav > details { position: static; max-height: none; }
  header, main { padding-left: 1rem; padding-right: 1rem; }
}
`;
