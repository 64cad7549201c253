import { TITLE } from '../../common/openapi/index.js';

/**
 * What the reference page may do: nothing but show what this service sends, and try requests at this service. Swagger UI
 * needs data URLs for its icons, and no inline script or style.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The reference page. It works at `/docs` and at `/docs/`, so its addresses begin at the root. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${TITLE}</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/page.css" />
  </head>
  <body>
    <noscript><p>The page needs JavaScript. The same is in <a href="/openapi.json">openapi.json</a>.</p></noscript>
    <main id="reference"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/page.js"></script>
  </body>
</html>
`;

/** Shows the document. No validator badge: it would ask another host. */
export const PAGE_SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelRendering: 'example',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  showExtensions: false,
  syntaxHighlight: { theme: 'idea' },
  validatorUrl: null,
});
`;

export const PAGE_STYLE = `body { margin: 0; background: #fff; }
.swagger-ui .wrapper { max-width: 1100px; }
.swagger-ui .info { margin: 2rem 0; }
.swagger-ui .info .title { font-size: 2rem; }
.swagger-ui .info .markdown { max-width: 75ch; line-height: 1.6; }
.swagger-ui .info .markdown h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; }
.swagger-ui .markdown code { color: #23364d; font-weight: 500; }
.swagger-ui .markdown pre { padding: .75rem 1rem; overflow: auto; border-radius: 4px; background: #f4f6f8; }
.swagger-ui .markdown pre code { background: none; white-space: pre; }
.swagger-ui .scheme-container { box-shadow: none; border-block: 1px solid #e3e6ea; }
.swagger-ui .opblock-tag small { font-size: .9rem; }
.swagger-ui .opblock .opblock-summary-operation-id { display: none; }
`;
