import { afterEach, describe, expect, it, vi } from 'vitest';
import { openWebsite, websiteUrl } from './open-website';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['https://app.example.com/projects/1/webhooks', 'https://app.example.com/projects/1/webhooks'],
  [' https://app.example.com ', 'https://app.example.com/'],
  ['http://localhost:8101/webhooks', 'http://localhost:8101/webhooks'],
  ['http://127.0.0.1/webhooks', 'http://127.0.0.1/webhooks'],
  ['http://app.example.com', null],
  ['http://localhost.example.com', null],
  ['https://user:secret@app.example.com', null],
  ['https://user@app.example.com', null],
  ['javascript:alert(1)', null],
  ['data:text/html,hello', null],
  ['file:///etc/passwd', null],
  ['app.example.com', null],
  ['https://', null],
  ['', null],
])('opens %j as %s', (text, expected) => {
  expect(websiteUrl(text)).toBe(expected);
});

describe('opens', () => {
  it.each([
    ['a website without telling it where the link was', 'https://app.example.com/a', ['https://app.example.com/a']],
    ['no script', 'javascript:alert(1)', []],
    ['no file', 'file:///etc/passwd', []],
    ['nothing for nothing', '', []],
  ])('%s', (_, text, urls) => {
    const open = vi.fn();
    vi.stubGlobal('window', { open });
    openWebsite(text);
    expect(open.mock.calls).toEqual(urls.map((url) => [url, '_blank', 'noopener,noreferrer']));
  });
});
