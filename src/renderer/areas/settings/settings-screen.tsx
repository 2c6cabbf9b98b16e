import { ArrowLeft } from 'lucide-react';
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { SettingsSectionId } from '#contract/setting-rows.ts';
import { useTopic } from '#data/topics.ts';
import { isElectron } from '#lib/is-electron.ts';
import { foldText } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { useAppInfo } from '#parts/about.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { Card } from '#ui/layout/card.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { paths } from '#window/routes.ts';
import { settingsSectionOf } from '#window/url-state.ts';
import { useHistoryDepth } from '#window/use-history-depth.ts';
import { sections } from './sections';
import type { SettingFacts, SettingRow, SettingsSection } from './setting-row';
import { SettingRowView } from './setting-row-view';
import styles from './settings-screen.module.css';

/**
 * Returns the sections with the rows that contain every word of the search, in the title of their section, their label, their description,
 * or their keywords. Sections without such a row are left out.
 */
export function searchSettings(
  sections: readonly SettingsSection[],
  search: string,
  texts: Pick<Translator, 't'>,
): readonly SettingsSection[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  return sections
    .map((section) => ({
      ...section,
      rows: section.rows.filter((row) => {
        const text = foldText(textOf(section, row, texts));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}

function textOf({ id: section }: SettingsSection, { id }: SettingRow, { t }: Pick<Translator, 't'>): string {
  const keys = [`settings.section.${section}`, `settings.row.${id}`, `settings.row.${id}.text`, `settings.row.${id}.keywords`] as const;
  return keys.map((key) => t(key)).join('\n');
}

/** The app's settings, with a search over all of them. */
export function SettingsScreen() {
  const texts = useMessages();
  const { t } = texts;
  const [search, setSearch] = useSearch();
  const term = useDeferredValue(search);
  const found = useMemo(() => searchSettings(sections, term, texts), [term, texts]);
  const shown = useMemo(() => found.map(({ id }) => id), [found]);
  const body = useRef<HTMLDivElement>(null);
  const current = useCurrentSection(body, shown);
  const facts = useSettingFacts();
  const count = found.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div className={styles.screen}>
      <div className={styles.side}>
        <div className={styles.pinned}>
          <BackLink />
          <h1>{t('shell.settings')}</h1>
          <SectionList sections={found} current={current} />
        </div>
      </div>
      <div className={styles.body} ref={body}>
        <div className={styles.search}>
          <SearchInput label={t('settings.search')} value={search} onValueChange={setSearch} />
        </div>
        <VisuallyHidden role="status">{term.trim() !== '' && t('settings.search.count', { count })}</VisuallyHidden>
        {count === 0 && (
          <NoMatchState
            title={t('settings.search.none.title')}
            text={t('settings.search.none.text')}
            clearLabel={t('settings.search.none.clear')}
            onClear={() => setSearch('')}
          />
        )}
        <div data-results="" className={styles.results}>
          {found.map((section) => (
            <SettingsSectionView key={section.id} section={section} facts={facts} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The search. Going to a section clears it. */
function useSearch() {
  const named = useNamedSection();
  const [search, setSearch] = useState('');
  const hasSection = useRef(named);
  useEffect(() => {
    if (hasSection.current !== named) setSearch('');
    hasSection.current = named;
  }, [named]);
  return [search, setSearch] as const;
}

/** Goes back to the screen that the settings were opened on. */
function BackLink() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { canGoBack } = useHistoryDepth();
  if (!canGoBack)
    return (
      <Link className={styles.back} to={paths.start()}>
        <Icon of={ArrowLeft} size={14} />
        {t('shell.screen.start')}
      </Link>
    );
  return (
    <button type="button" className={styles.back} onClick={() => void navigate(-1)}>
      <Icon of={ArrowLeft} size={14} />
      {t('shell.back')}
    </button>
  );
}

/** Returns what decides which settings can be changed. */
function useSettingFacts(): SettingFacts {
  const canStartAtLogin = useAppInfo().data?.canStartAtLogin ?? true;
  return {
    settings: useTopic('settings.state'),
    isElectron,
    canStartAtLogin,
    updates: useTopic('app.updates'),
    policy: useTopic('policy.state'),
    lock: useTopic('lock.state'),
  };
}

/** A section of the settings, with those of its rows that the search found. */
function SettingsSectionView({ section: { id, rows }, facts }: { section: SettingsSection; facts: SettingFacts }) {
  const { t } = useMessages();
  const headingId = headingIdOf(id);
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} className={styles.heading}>
        {t(`settings.section.${id}`)}
      </h2>
      <Card>
        {rows.map((row) => (
          <SettingRowView key={row.id} row={row} facts={facts} />
        ))}
      </Card>
    </section>
  );
}

interface SectionListProps {
  sections: readonly SettingsSection[];
  current: SettingsSection['id'] | undefined;
}

/** The sections that are shown, to go to. */
function SectionList({ sections, current }: SectionListProps) {
  const { t } = useMessages();
  return (
    <nav aria-label={t('settings.sections')} className={styles.sections}>
      {sections.map(({ id, icon }) => (
        <Link key={id} to={paths.settings(id)} replace className={styles.entry} aria-current={id === current ? 'location' : undefined}>
          <Icon of={icon} />
          {t(`settings.section.${id}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Height in pixels of what covers the top of the sections while they scroll. */
const coveredHeight = 72;

/** What the user does to scroll. */
const scrolling = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Returns the ID of a section's heading. */
function headingIdOf(section: SettingsSectionId): string {
  return `settings-${section}`;
}

/**
 * Returns the section that is read: the one that the address names, until the user scrolls, and then the one at the top. Going to a section
 * scrolls there and moves the focus to its heading.
 */
function useCurrentSection(body: RefObject<HTMLElement | null>, shown: readonly SettingsSectionId[]): SettingsSectionId | undefined {
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
      // A busy page receives the wheel event after it has scrolled.
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
function useNamedSection(): SettingsSectionId | undefined {
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
