import { describe, expect, it } from 'vitest';
import { readContent } from '#contract/email-template/content.ts';
import { templateTypes } from '#contract/service/models/mail-models.ts';
import { defaultTemplates } from './default-templates';
import { isUsable, renderContent } from './templates';

const layout = (childrenIds: readonly string[], more: object = {}) => ({ type: 'EmailLayout', data: { childrenIds, ...more } });
const text = (words: string, style?: object) => ({ type: 'Text', data: { style, props: { text: words } } });
const render = (sent: unknown, values: Readonly<Record<string, string | null>> = {}) => {
  const content = readContent(sent);
  if (content === null) throw new Error('no content');
  return renderContent(content, values);
};

describe('invalid contents', () => {
  const deep = Object.fromEntries(
    Array.from({ length: 100 }, (_value, index) => [
      `b${index}`,
      { type: 'Container', data: { props: { childrenIds: [`b${index + 1}`] } } },
    ]),
  );
  it.each<[string, unknown]>([
    ['a number', 1],
    ['text', 'root'],
    ['null', null],
    ['a list', [layout([])]],
    ['nothing', {}],
    ['a block that is none', { bad: 1 }],
    ['a root that is none', { root: 1 }],
    ['no root', { a: text('x') }],
    ['a root that is no layout', { root: text('x') }],
    ['a second layout', { root: layout(['a']), a: layout([]) }],
    ['an unknown type', { root: layout([]), a: { type: 'Script', data: {} } }],
    ['an unknown type that every object has', { root: layout([]), a: { type: 'constructor', data: {} } }],
    ['a block without data', { root: layout(['a']), a: { type: 'Text' } }],
    ['a text that is none', { root: layout(['a']), a: { type: 'Text', data: { props: { text: { toString: 1 } } } } }],
    ['a missing child', { root: layout(['a']) }],
    ['a child that every object has', { root: layout(['constructor', '__proto__', 'toString']) }],
    ['a child that is its own', { root: layout(['a']), a: { type: 'Container', data: { props: { childrenIds: ['a'] } } } }],
    ['a circle through the root', { root: layout(['a']), a: { type: 'Container', data: { props: { childrenIds: ['root'] } } } }],
    ['a child in two places', { root: layout(['a', 'a']), a: text('x') }],
    ['blocks deeper than anybody writes', { root: layout(['b0']), ...deep, b100: text('x') }],
    ['a style that breaks out', { root: layout(['a']), a: text('x', { color: '#fff;background:url(javascript:1)' }) }],
    ['a colour that is none', { root: layout([], { backdropColor: 'red"onload="x' }) }],
    ['a font that is none', { root: layout([], { fontFamily: '</style><script>' }) }],
    ['a font that every object has', { root: layout([], { fontFamily: 'constructor' }) }],
    ['an endless size', { root: layout(['a']), a: text('x', { fontSize: 1e300 }) }],
    ['a heading of a level that breaks out', { root: layout(['a']), a: { type: 'Heading', data: { props: { level: 'script' } } } }],
  ])('%s', (_what, sent) => {
    expect(readContent(sent)).toBeNull();
  });

  it('rejects texts that can’t be filled', () => {
    const content = { root: layout(['a']), a: text('{{#each this}}x{{/each}}') };
    expect(isUsable({ subject: 's', content })).toBe(false);
    expect(isUsable({ subject: '{{', content: { root: layout([]) } })).toBe(false);
    const button = { type: 'Button', data: { props: { text: 'x', url: '{{> x }}' } } };
    expect(isUsable({ subject: 's', content: { root: layout(['a']), a: button } })).toBe(false);
  });
});

describe('rendering', () => {
  it('escapes in HTML and leaves plain text plain', () => {
    const hostile = `</div><script>alert("1")</script>&'`;
    const { html, text: plain } = render({ root: layout(['a']), a: text('Hi, {{{ userDisplayName }}}!') }, { userDisplayName: hostile });
    expect(html).not.toContain('<script');
    expect(html).toContain('Hi, &lt;/div&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;!');
    expect(plain).toBe(`Hi, ${hostile}!\n`);
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'no address',
    '',
  ])('doesn’t link to %j', (url) => {
    const button = { type: 'Button', data: { props: { text: 'Go', url: '{{ link }}' } } };
    const image = { type: 'Image', data: { props: { url, alt: 'picture', linkHref: url || 'x' } } };
    const { html, text: plain } = render({ root: layout(['a', 'b']), a: button, b: image }, { link: url });
    expect([...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target]) => target)).toEqual(['#', '#', '#']);
    expect(plain).toContain('Go: #');
  });

  it('keeps URLs complete, also in attributes', () => {
    const button = { type: 'Button', data: { props: { text: 'Go', url: '{{ link }}' } } };
    const { html, text: plain } = render({ root: layout(['a']), a: button }, { link: 'https://x.example/?a=1&b="2"' });
    expect(html).toContain('href="https://x.example/?a=1&amp;b=&quot;2&quot;"');
    expect(plain).toBe('Go: https://x.example/?a=1&b="2"\n');
  });

  it('renders every kind of block', () => {
    const { html, text: plain } = render({
      root: layout(['head', 'box', 'two', 'rule', 'gap', 'pic'], { textColor: '#111111', fontFamily: 'MONOSPACE', borderColor: '#222222' }),
      head: { type: 'Heading', data: { props: { text: 'Title', level: 'h1' }, style: { textAlign: 'center' } } },
      box: {
        type: 'Container',
        data: { style: { backgroundColor: '#EEEEEE', padding: { top: 1, right: 2, bottom: 3, left: 4 } }, props: { childrenIds: ['in'] } },
      },
      in: text('first\nsecond', { fontWeight: 'bold', fontSize: 20 }),
      two: {
        type: 'ColumnsContainer',
        data: { props: { columnsCount: 2, columnsGap: 8, columns: [{ childrenIds: ['l'] }, { childrenIds: ['r'] }, { childrenIds: [] }] } },
      },
      l: text('left'),
      r: text('right'),
      rule: { type: 'Divider', data: { props: { lineColor: '#333333', lineHeight: 2 } } },
      gap: { type: 'Spacer', data: { props: { height: 40 } } },
      pic: {
        type: 'Image',
        data: { props: { url: 'https://x.example/a.png', alt: 'a picture', width: 50, linkHref: 'https://x.example' } },
      },
    });
    for (const piece of [
      '<h1 style="text-align:center;margin:0">Title</h1>',
      'padding:1px 2px 3px 4px',
      'font-weight:bold',
      'first<br>second',
      '<td',
      'border-top:2px solid #333333',
      '<div style="height:40px"></div>',
      '<a href="https://x.example"><img src="https://x.example/a.png" alt="a picture" style="width:50px;max-width:100%"></a>',
      'color:#111111',
      'Courier New',
    ]) {
      expect(html).toContain(piece);
    }
    expect(plain).toBe('Title\n\nfirst\nsecond\n\nleft\n\nright\n\n--\n\na picture\n');
  });

  it.each(templateTypes)('renders the default template %s', (type) => {
    const template = defaultTemplates[type];
    expect(isUsable(template)).toBe(true);
    const links = ['emailVerificationLink', 'passwordResetLink', 'magicLink', 'teamInvitationLink', 'signInInvitationLink'];
    const values = {
      projectDisplayName: 'Engines & Co',
      teamDisplayName: 'Mill',
      otp: '3SLSWZ',
      userDisplayName: 'Ada',
      ...Object.fromEntries(links.map((link) => [link, 'https://app.example/?code=1'])),
    };
    const { html, text: plain } = render(template.content, values);
    expect(plain).toContain('Hi, Ada!');
    expect(html).toContain('href="https://app.example/?code=1"');
    expect(plain).toMatch(/https:\/\/app\.example\/\?code=1$/m);
    expect(render(template.content, { ...values, userDisplayName: null }).text).toContain('Hi!');
  });
});
