import { expect, test } from 'vitest';
import { fittingTabs } from './fitting-tabs';

const tabs = { widths: [60, 50, 50, 60, 70], gap: 16, more: 30, active: 0 };

test.each([
  ['all, if they fit exactly', { room: 354 }, [0, 1, 2, 3, 4]],
  ['fewer, with room for the button', { room: 353 }, [0, 1, 2, 3]],
  ['the first ones', { room: 180 }, [0, 1]],
  ['the active one instead of the last one', { room: 220, active: 4 }, [0, 4]],
  ['only the active one', { room: 90, active: 3 }, [3]],
  ['the first one, however little room there is', { room: 0, active: -1 }, [0]],
])('shows %s', (_name, room, expected) => {
  expect(fittingTabs({ ...tabs, ...room })).toEqual(expected);
});
