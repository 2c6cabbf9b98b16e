import { describe, expect, it } from 'vitest';
import type { ViewContent } from '#contract/bridge/saved-views.ts';
import { newestFirst } from '#contract/query/user-query.ts';
import { parseViewText, toViewText } from './view-text';

const view: ViewContent = {
  name: 'Unverified: “30 days”',
  query: {
    op: 'or',
    of: [
      { field: 'verified', value: false },
      { field: 'text', value: 'a\nb: c' },
    ],
  },
  order: { by: { metadata: 'server.plan' }, desc: false },
  columns: ['user', 'metadata:server."a,b"'],
};

describe('the text of a view', () => {
  it('is read as the same view, also from within a message', () => {
    expect(toViewText(view).split('\n')).toHaveLength(5);
    expect(parseViewText(`Have a look:\r\n\r\n  ${toViewText(view).replaceAll('\n', '\r\n  ')}\r\nBye`)).toEqual(view);
  });

  it('may leave out what has a default', () => {
    expect(parseViewText('latchkey-view: 1\nname: All')).toEqual({
      name: 'All',
      query: { op: 'and', of: [] },
      order: newestFirst,
      columns: null,
    });
  });

  it.each([
    ['verified:no', { problem: 'head' }],
    ['latchkey-view: 2\nname: x', { problem: 'head' }],
    ['latchkey-view: 1\nfilter: verified:no', { problem: 'name' }],
    [
      'latchkey-view: 1\nname: x\nfilter: plan:team',
      { problem: 'filter', filter: 'plan:team', at: { problem: 'field', start: 0, end: 4 } },
    ],
    ['latchkey-view: 1\nname: x\nsort: password:asc', { problem: 'sort' }],
    ['latchkey-view: 1\nname: x\ncolumns: user', { problem: 'columns' }],
    ['latchkey-view: 1\nname: x\ncolumns: [1]', { problem: 'columns' }],
  ])('%j is refused', (text, problem) => {
    expect(parseViewText(text)).toEqual(problem);
  });
});
