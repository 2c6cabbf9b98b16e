import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Tab, TabList, Tabs } from './tabs';

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
