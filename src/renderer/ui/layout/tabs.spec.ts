import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import { fittingTabs, Tab, TabList, Tabs } from './tabs';

function drawn(count: number | null | undefined): string {
  const tab = createElement(Tab, { value: 'members', label: 'Members', count });
  return renderToStaticMarkup(createElement(Tabs, { value: 'members' }, createElement(TabList, { 'aria-label': 'Team' }, tab)));
}

describe('a tab', () => {
  it('shows its number with the separators of the language', () => {
    expect(drawn(2000)).toContain('>2,000<');
  });

  it('shows no number that is unknown', () => {
    expect(drawn(undefined)).not.toMatch(/>\d/);
  });

  it('keeps the place of a number that is not known yet', () => {
    expect(drawn(null)).toMatch(/<span class="[^"]*count[^"]*"><\/span>/);
  });

  it('shows that there is nothing behind it', () => {
    expect(drawn(0)).toContain('>0<');
  });
});

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
