import { describe, expect, it } from '@jest/globals';
import { escape } from '#common/http/markup.js';
import { markdown } from './markdown.js';

describe('HTML of what the document says', () => {
  it('holds no markup that is not ours', () => {
    expect(escape(`<a b="c" d='e'>&`)).toBe('&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;');
    expect(markdown('[x](javascript:alert) <script>')).toBe('<p>[x](javascript:alert) &#60;script&#62;</p>');
  });

  it('has headings, lists, code and links', () => {
    expect(markdown('## Getting in\n\n1. one\n2. `two`\n\n- **three**\n- [four](https://example.com)')).toBe(
      '<h3>Getting in</h3>\n<ol><li>one</li><li><code>two</code></li></ol>\n' +
        '<ul><li><strong>three</strong></li><li><a href="https://example.com">four</a></li></ul>',
    );
    expect(markdown('a\n\n```sh\nb\n\nc\n```\n\nd')).toBe('<p>a</p>\n<pre>b\n\nc</pre>\n<p>d</p>');
  });
});
