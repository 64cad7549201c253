/**
 * Imported before everything else: on an older Node it prints one line, before anything is loaded that would fail there with
 * a message that says nothing.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 11)) {
  process.stderr.write(
    `Node 24.11 or later is needed, this is ${process.versions.node}; use "npm start", which brings its own\n`,
  );
  process.exit(1);
}
