import { Code, Globe, Scale } from 'lucide-react';
import { AboutFacts } from '../../blocks/about/about-facts';
import { CopySystemReport } from '../../blocks/about/copy-system-report';
import { openProductPage } from '../../blocks/about/open-product-page';
import { useMessages } from '../../lib/use-messages';
import { useOverlays } from '../../stores/window/overlays';
import { Button } from '../../ui/inputs/button';
import { Dialog } from '../../ui/overlays/dialog';
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
