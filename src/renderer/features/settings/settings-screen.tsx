import { ArrowLeft } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useHistoryDepth } from '../../lib/places/use-history-depth';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { Icon } from '../../ui/data/icon';
import { NoMatchState } from '../../ui/feedback/no-match-state';
import { SearchInput } from '../../ui/inputs/search-input';
import { VisuallyHidden } from '../../ui/layout/visually-hidden';
import { searchSettings } from './search-settings';
import { SectionList } from './section-list';
import { sections } from './sections';
import styles from './settings-screen.module.css';
import { SettingsSectionView } from './settings-section-view';
import { useCurrentSection, useNamedSection } from './use-current-section';
import { useSettingFacts } from './use-setting-facts';

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
