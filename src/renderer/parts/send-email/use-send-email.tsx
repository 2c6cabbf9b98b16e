import { lazy, type ReactNode, Suspense, useState } from 'react';
import { featureSince } from '#contract/features.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OpeningDialog } from '#ui/overlays/opening-dialog.tsx';

/** Its own file, as most visits don’t need it. */
const SendEmailDialog = lazy(() => import('./send-email-dialog').then((module) => ({ default: module.SendEmailDialog })));

/** An email to users, as a screen offers it. */
export interface SendEmail {
  /** Why no email can be sent to users. */
  readonly disabledReason: string | undefined;
  /** Opens the dialog with these recipients, which can be changed there. */
  readonly open: (users: readonly ServerUser[]) => void;
  /** The dialog, while it is open. */
  readonly element: ReactNode;
}

/** Lets a screen send an email to users of the project. */
export function useSendEmail(connectionId: string): SendEmail {
  const { t } = useMessages();
  const [users, setUsers] = useState<readonly ServerUser[] | null>(null);
  const features = useConnection(connectionId)?.features;
  const readOnly = useReadOnlyReason(connectionId);
  const isLacking = features?.['notification-preferences'] === false && features['templates-by-id'] !== true;
  const release = isLacking ? t('send-email.release', { release: featureSince['notification-preferences'] }) : undefined;
  const element = users !== null && (
    <Suspense fallback={<OpeningDialog />}>
      <SendEmailDialog connectionId={connectionId} users={users} onClose={() => setUsers(null)} />
    </Suspense>
  );
  return { disabledReason: release ?? readOnly, open: setUsers, element };
}
