import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type SettingsSectionId, settingsSectionOf } from '../../lib/places/place-queries';

/** Height in pixels of what covers the top of the sections while they scroll. */
const coveredHeight = 72;

/** What the user does to scroll. */
const scrolling = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Returns the ID of a section's heading. */
export function headingIdOf(section: SettingsSectionId): string {
  return `settings-${section}`;
}

/**
 * Returns the section that is read: the one that the address names, until the user scrolls, and then the one at the top. Going to a section
 * scrolls there and moves the focus to its heading.
 */
export function useCurrentSection(body: RefObject<HTMLElement | null>, shown: readonly SettingsSectionId[]): SettingsSectionId | undefined {
  const named = useNamedSection();
  const [atTop, setAtTop] = useState<SettingsSectionId | null>(null);
  const { key } = useLocation();
  const isByUser = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to the same section again is another location
  useEffect(() => {
    setAtTop(null);
    isByUser.current = false;
    if (named === undefined) return;
    const heading = document.getElementById(headingIdOf(named));
    if (heading === null || body.current === null) return;
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
    // What arrives later, such as a policy, would push it away.
    const sizes = new ResizeObserver(() => isByUser.current || heading.scrollIntoView());
    sizes.observe(body.current);
    return () => sizes.disconnect();
  }, [named, key]);
  useEffect(() => {
    const scroller = body.current?.closest('main');
    if (!scroller) return;
    const follow = () => isByUser.current && setAtTop(sectionAtTop(scroller, shown));
    const start = ({ type }: Event) => {
      isByUser.current = true;
      // A busy page hears of the wheel after it has scrolled.
      if (type === 'wheel' || type === 'touchmove') requestAnimationFrame(follow);
    };
    for (const name of scrolling) scroller.addEventListener(name, start, { passive: true });
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => {
      for (const name of scrolling) scroller.removeEventListener(name, start);
      scroller.removeEventListener('scroll', follow);
    };
  }, [body, shown]);
  const current = atTop ?? named;
  return current !== undefined && shown.includes(current) ? current : shown[0];
}

/** Returns the section that the address names. */
export function useNamedSection(): SettingsSectionId | undefined {
  const [search] = useSearchParams();
  return settingsSectionOf(search.get('section'));
}

/** Returns the last section that starts near the top; at the very top the first, and at the end the last. */
function sectionAtTop(scroller: HTMLElement, shown: readonly SettingsSectionId[]): SettingsSectionId | null {
  if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1) return shown.at(-1) ?? null;
  if (scroller.scrollTop <= 1) return shown[0] ?? null;
  const limit = scroller.getBoundingClientRect().top + coveredHeight * 2;
  const above = shown.filter((id) => (document.getElementById(headingIdOf(id))?.getBoundingClientRect().top ?? limit) < limit);
  return above.at(-1) ?? null;
}
