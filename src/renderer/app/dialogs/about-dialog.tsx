import { Code, Globe, Scale } from 'lucide-react';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { CopySystemReport, updateText, useAppInfo } from '#parts/about.tsx';
import { openProductPage } from '#parts/open-product-page.ts';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useOverlays } from '#window/open-dialogs.ts';
import styles from './about-dialog.module.css';

/** What Help > About shows. */
export function AboutDialog() {
  const { t } = useMessages();
  const { hide, show } = useOverlays();
  return (
    <Dialog open onOpenChange={hide} title={t('shell.command.about')} width={520} footer={<CopySystemReport />}>
      <div className={styles.content}>
        <AboutFacts />
        <div className={styles.links}>
          <Button size="sm" icon={Scale} onClick={() => show('licenses')}>
            {t('shell.licenses')}
          </Button>
          <Button size="sm" icon={Globe} onClick={() => openProductPage('website')}>
            {t('shell.about.website')}
          </Button>
          <Button size="sm" icon={Code} onClick={() => openProductPage('repository')}>
            {t('shell.about.source')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Shows the version of this copy of Latchkey, the programs that run it, and its data folder. */
function AboutFacts() {
  const { t } = useMessages();
  const { data: info } = useAppInfo();
  const updates = updateText({ t }, useTopic('app.updates'));
  if (info === undefined) return <Skeleton width={320} />;
  const { version, automation, arch, host, runtimes, system, keychain, profileShown } = info;
  return (
    <DefinitionList>
      <Definition label={t('settings.row.version')}>
        {automation ? t('shell.about.version.automation', { version }) : version} <span className={styles.aside}>{arch}</span>
      </Definition>
      <Definition label={t('settings.section.updates')}>{updates}</Definition>
      <Definition label={t('settings.row.host')}>{t(`shell.about.host.${host}`)}</Definition>
      {runtimes.map((runtime) => (
        <Definition key={runtime.name} label={runtime.name}>
          {runtime.version}
        </Definition>
      ))}
      <Definition label={t('shell.about.system')}>{system}</Definition>
      <Definition label={t('settings.row.keychain')}>{t(`shell.about.keychain.${keychain}`)}</Definition>
      <Definition label={t('settings.row.profile')}>
        <span className={styles.path}>{profileShown}</span>
      </Definition>
    </DefinitionList>
  );
}
