import { describe, expect, test } from 'vitest';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { memoryViewState } from '#tests/support/main/memory-view-state.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createProjectSites, isSite } from './project-sites';

function setUp(stored?: JsonValue) {
  const viewState = memoryViewState(stored === undefined ? {} : { 'project-site': stored });
  const sites = createProjectSites({ viewState, handlerBaseOf: () => '/auth/' });
  const pinned = { connectionId: 'c', destination: 'https://x.test p' };
  const remember = (url: string) => sites.remember(pinned, url);
  return { sites, pinned, remember, viewState };
}

describe('a project’s own site', () => {
  test.each([
    ['https://app.example', 'https://app.example'],
    [' https://APP.example/ ', 'https://app.example'],
    ['https://app.example/de/?from=mail#top', 'https://app.example/de'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ])('is remembered: %s', async (url, site) => {
    const { sites, pinned, remember } = setUp();
    expect(await sites.read(pinned)).toBeNull();
    await remember(url);
    expect([await sites.read(pinned), sites.handlerOf('c', url)]).toEqual([site, `${site}/auth`]);
  });

  test('is not that of another server or project', async () => {
    const { sites, pinned, remember } = setUp();
    await remember('https://app.example');
    expect(await sites.read({ ...pinned, destination: 'https://x.test q' })).toBeNull();
    expect(await sites.read(pinned)).toBe('https://app.example');
  });

  test.each([
    '',
    'app.example',
    'http://app.example',
    'https://',
    'https://user@app.example',
    'https://user:secret@app.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://app.example\\@evil.example',
    'https://app.example\n.evil.example',
    'https://äpp.example',
    `https://app.example/${'x'.repeat(2048)}`,
  ])('is not %j', async (url) => {
    const { sites, remember, viewState } = setUp();
    expect(isSite(url)).toBe(false);
    expect(await reportOf(remember(url))).toEqual({ code: 'bad-input', path: 'url' });
    expect(await reportOf((async () => sites.handlerOf('c', url))())).toEqual({ code: 'bad-input', path: 'url' });
    expect(viewState.kept).toEqual({});
  });

  test.each([
    7,
    'https://app.example',
    { url: 'https://app.example' },
    { url: 'javascript:alert(1)', destination: 'https://x.test p' },
    { url: 'http://app.example', destination: 'https://x.test p' },
    { url: 'https://app.example', destination: null },
  ])('ignores an invalid stored value: %j', async (stored) => {
    const { sites, pinned } = setUp(stored);
    expect(await sites.read(pinned)).toBeNull();
  });
});
