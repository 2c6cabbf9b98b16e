import { afterEach, describe, expect, it, vi } from 'vitest';
import { openWebsite } from './webhooks-screen';

afterEach(() => vi.unstubAllGlobals());

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
