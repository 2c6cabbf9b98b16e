import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { PendingLeave } from '#window/unsaved-input.ts';
import { guardHistory, type History } from './guarded-history';

/** A history with the entries /a, /b and /c, shown at /b, whose guard holds back everything that leaves `unsaved`. */
function scene(unsaved: string | null) {
  const inner = createMemoryHistory({ initialEntries: ['/a', '/b', '/c'], initialIndex: 1, v5Compat: true }) as History;
  let waiting: PendingLeave | null = null;
  const places: string[] = [];
  const history = guardHistory(inner, {
    leaves: (from, to) => from.pathname === unsaved && to.pathname !== unsaved,
    ask: (pendingLeave) => {
      waiting = pendingLeave;
    },
  });
  history.listen(({ location }) => void places.push(location.pathname));
  return { history, places, waiting: () => waiting };
}

type Go = (history: History) => void;

const pendingLeaves: Readonly<Record<string, readonly [go: Go, to: string]>> = {
  'a new entry': [(history) => history.push('/d?x=1'), '/d'],
  'a new entry as a path': [(history) => history.push({ pathname: '/d', search: '', hash: '' }), '/d'],
  'a replaced entry': [(history) => history.replace('/d'), '/d'],
  back: [(history) => history.go(-1), '/a'],
  forward: [(history) => history.go(1), '/c'],
};

describe('a guarded history', () => {
  it.each(Object.entries(pendingLeaves))('lets %s pass where nothing is unsaved', (_, [go, to]) => {
    const { history, places, waiting } = scene(null);
    go(history);
    expect([history.location.pathname, places, waiting()]).toEqual([to, [to], null]);
  });

  it.each(Object.entries(pendingLeaves))('holds back %s, and stays if the user wants that', (_, [go]) => {
    const { history, places, waiting } = scene('/b');
    go(history);
    expect([history.location.pathname, places]).toEqual(['/b', []]);
    waiting()?.stay();
    expect([history.location.pathname, places, waiting()]).toEqual(['/b', [], null]);
  });

  it.each(Object.entries(pendingLeaves))('holds back %s, and goes there once the user confirms it', (_, [go, to]) => {
    const { history, places, waiting } = scene('/b');
    go(history);
    waiting()?.leave();
    expect([history.location.pathname, places, waiting()]).toEqual([to, [to], null]);
  });

  it('asks again after the user stayed', () => {
    const { history, places, waiting } = scene('/b');
    history.go(-1);
    waiting()?.stay();
    history.go(-1);
    expect([places, waiting()]).toEqual([[], expect.anything()]);
  });

  it('asks about the latest of two navigations', () => {
    const { history, waiting } = scene('/b');
    history.push('/d');
    history.push('/e');
    waiting()?.leave();
    expect(history.location.pathname).toBe('/e');
  });

  it('lets a change of the query within the place pass', () => {
    const { history, places } = scene('/b');
    history.push('/b?tab=x');
    history.push({ search: '?tab=y' });
    expect(places).toEqual(['/b', '/b']);
  });

  it('forgets a navigation that waits once another place is shown, and not before', () => {
    const inner = createMemoryHistory({ initialEntries: ['/a', '/b'], initialIndex: 1, v5Compat: true }) as History;
    const input = { isUnsaved: true };
    const asked: (PendingLeave | null)[] = [];
    const history = guardHistory(inner, {
      leaves: (from, to) => input.isUnsaved && from.pathname !== to.pathname,
      ask: (pendingLeave) => asked.push(pendingLeave),
    });
    history.listen(() => undefined);
    history.push('/c');
    history.replace('/b?q=ada');
    expect(asked).toEqual([expect.anything()]);
    input.isUnsaved = false;
    history.go(-1);
    expect([history.location.pathname, asked]).toEqual(['/a', [expect.anything(), null]]);
  });

  it('guards the next place after a confirmed one', () => {
    const { history, waiting } = scene('/c');
    history.go(1);
    history.go(-1);
    expect([history.location.pathname, waiting()]).toEqual(['/c', expect.anything()]);
    waiting()?.leave();
    history.go(1);
    history.go(-2);
    expect([history.location.pathname, waiting()]).toEqual(['/c', expect.anything()]);
  });
});
