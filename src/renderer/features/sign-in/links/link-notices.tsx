import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { LinkSummary } from '../../../../contract/bridge/links';
import { CardFrame, CardHead } from '../../../blocks/card/card-frame';
import { useMessages } from '../../../lib/use-messages';
import { paths } from '../../../routes';
import { Button } from '../../../ui/inputs/button';
import steps from '../steps/steps.module.css';
import { useDismissLink } from './use-decision';

function Notice({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <CardFrame>
      <CardHead title={title} />
      <div className={steps.step}>
        <p className={steps.text}>{text}</p>
        {children}
      </div>
    </CardFrame>
  );
}

/** The address of a link that waits no more. */
export function MissingLinkCard() {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <Notice title={t('link.gone')} text={t('link.gone.text')}>
      <Button className={steps.wide} onClick={() => void navigate(paths.start())}>
        {t('shell.not-found.action')}
      </Button>
    </Notice>
  );
}

/** A link of a kind that this version does not know. */
export function UnknownCard({ link }: { link: LinkSummary }) {
  const { t } = useMessages();
  const dismissal = useDismissLink(link.id, paths.start());
  return (
    <Notice title={t('link.unknown')} text={t('link.unknown.text')}>
      <Button className={steps.wide} busy={dismissal.isPending} onClick={() => void dismissal.run()}>
        {t('ui.close')}
      </Button>
    </Notice>
  );
}
