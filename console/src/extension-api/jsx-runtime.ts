/** What JSX of extensions is compiled to. */
export { Fragment, jsx, jsxs } from 'react/jsx-runtime';
