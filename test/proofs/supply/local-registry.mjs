import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

/**
 * A registry on 127.0.0.1 with packages of our own, so that npm can be tried without asking any other host.
 * @param {{ name: string, version: string, scripts: Record<string, string>, tarball: string }[]} packages
 * @returns {Promise<{ url: string, replace: (name: string, tarball: string) => Promise<void>, close: () => Promise<void> }>}
 */
export async function startRegistry(packages) {
  const tarballs = new Map();
  const manifests = new Map();
  for (const { name, version, scripts, tarball } of packages) {
    const content = await readFile(tarball);
    tarballs.set(name, content);
    manifests.set(name, { name, version, scripts, hasInstallScript: true, integrity: integrityOf(content) });
  }
  const server = createServer((request, response) => {
    const name = request.url.split('/')[1];
    const manifest = manifests.get(name);
    if (manifest === undefined) return void response.writeHead(404).end();
    if (request.url.endsWith('.tgz')) return void response.end(tarballs.get(name));
    const { integrity, ...described } = manifest;
    const dist = { tarball: `${url}/${name}/-/${name}-${manifest.version}.tgz`, integrity };
    const versions = { [manifest.version]: { ...described, dist } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name, 'dist-tags': { latest: manifest.version }, versions }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    /** Gives another file under the same version, as a registry would that was broken into. */
    replace: async (name, tarball) => void tarballs.set(name, await readFile(tarball)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function integrityOf(content) {
  return `sha512-${createHash('sha512').update(content).digest('base64')}`;
}
