import { describe, expect, it, vi } from 'vitest';
import { takePageToken } from './page-token';

const token = 'A-_9'.padEnd(43, 'x');

describe('the one-time token', () => {
  it('is removed from the URL', () => {
    const replaceState = vi.fn();
    expect(takePageToken({ hash: `#${token}`, pathname: '/', search: '' }, { replaceState })).toBe(token);
    expect(replaceState).toHaveBeenCalledWith(null, '', '/#/');
  });

  it('leaves the path at which the page starts', () => {
    const replaceState = vi.fn();
    expect(takePageToken({ hash: `#${token}/c/ae/users?q=a`, pathname: '/', search: '' }, { replaceState })).toBe(token);
    expect(replaceState).toHaveBeenCalledWith(null, '', '/#/c/ae/users?q=a');
  });

  it.each(['', '#/c/ae/users', '#short', `#${token}y`, `#/${token}`])('is not seen in %j', (hash) => {
    const replaceState = vi.fn();
    expect(takePageToken({ hash, pathname: '/', search: '' }, { replaceState })).toBeNull();
    expect(replaceState).not.toHaveBeenCalled();
  });
});
