declare module '*.json?first' {
  const words: Readonly<Record<string, string>>;
  export default words;
}

declare module '*.json?other' {
  const words: Readonly<Record<string, string>>;
  export default words;
}
