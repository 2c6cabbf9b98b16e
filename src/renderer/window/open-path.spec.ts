import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fromHere, openPath, setWindowHistory } from './open-path';

const history = { location: { pathname: '', search: '' }, push: vi.fn(), replace: vi.fn() };
const goTo = (pathname: string, search = '') => {
  history.location = { pathname, search };
};

beforeEach(() => {
  vi.clearAllMocks();
  setWindowHistory(history);
  goTo('/c/1/users', '?panel=2');
});

describe('opening the screen that follows an action', () => {
  it('opens it from the screen on which the action started', () => {
    fromHere()('/c/1/profile');
    expect(history.push.mock.calls).toEqual([['/c/1/profile', undefined]]);
  });

  it.each(['', '?panel=2&tab=sessions'])('counts the screen with the query "%s" as the same one', (search) => {
    const open = fromHere();
    goTo('/c/1/users', search);
    open('/c/1/profile', { replace: true, state: { site: true } });
    expect(history.replace.mock.calls).toEqual([['/c/1/profile', { site: true }]]);
  });

  it.each(['/', '/c/1/teams', '/c/2/users'])('leaves a user alone who went to %s in the meantime', (pathname) => {
    const open = fromHere();
    goTo(pathname);
    open('/c/1/profile');
    expect(history.push).not.toHaveBeenCalled();
  });

  it('opens a path from every screen', () => {
    openPath('/settings', { replace: true });
    expect(history.replace.mock.calls).toEqual([['/settings', undefined]]);
  });
});
