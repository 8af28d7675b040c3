/** The application sets the size of the component. The default height is that of a phone screen. */
export const STYLES = `
:host { display: block; position: relative; height: 45rem; max-height: 100vh; overflow: hidden; }
:host([hidden]) { display: none; }
iframe { display: block; width: 100%; height: 100%; border: 0; }
iframe[hidden] { display: none; }
p, h2 { margin: 0; }
[part=loading], [part=failure] {
  position: absolute; inset: 0; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word;
}
[part=failure] { overflow: auto; }
h2 { font-size: 1.125rem; }
h2:focus { outline: none; }
button, a {
  display: inline-block; box-sizing: border-box; min-height: 2.75rem; margin: 1rem 1rem 0 0; padding: 0.5rem 1rem;
  border: 1px solid; border-radius: 0.3125rem; background: none; color: inherit; font: inherit; text-decoration: none;
  cursor: pointer;
}
button:focus-visible, a:focus-visible { outline: 3px solid; outline-offset: 2px; }
`;
