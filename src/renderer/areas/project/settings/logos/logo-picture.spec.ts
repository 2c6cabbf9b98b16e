import { describe, expect, test } from 'vitest';
import { logosOf, logoUrl } from './logo-picture';

const url = 'https://cdn.example/logo.png';

describe('the logos of a project', () => {
  test.each([
    { release: 'before 2.8.30', project: {}, logos: [] },
    {
      release: 'from 2.8.30 on',
      project: { logo_url: url, full_logo_url: null },
      logos: [
        { field: 'logo_url', url },
        { field: 'full_logo_url', url: null },
      ],
    },
    {
      release: 'from 2.8.54 on',
      project: { logo_url: null, logo_full_url: url, logo_dark_mode_url: '', logo_full_dark_mode_url: null },
      logos: [
        { field: 'logo_url', url: null },
        { field: 'logo_full_url', url },
        { field: 'logo_dark_mode_url', url: null },
        { field: 'logo_full_dark_mode_url', url: null },
      ],
    },
    {
      release: 'with both names of the wide one',
      project: { full_logo_url: url, logo_full_url: url },
      logos: [{ field: 'logo_full_url', url }],
    },
  ])('$release', ({ project, logos }) => {
    expect(logosOf(project)).toEqual(logos);
  });
});

test.each([
  [` ${url}\n`, url],
  ['http://a.example/x y.png', 'http://a.example/x%20y.png'],
  ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
  ['', null],
  ['logo.png', null],
  ['//cdn.example/logo.png', null],
  ['ftp://cdn.example/logo.png', null],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['https://', null],
])('%j stands for %j', (text, expected) => {
  expect(logoUrl(text)).toBe(expected);
});
