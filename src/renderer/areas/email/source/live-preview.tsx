import { Monitor, Send, Smartphone, Tablet } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { featureSince } from '#contract/features.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { type EmailResult, useSendUserEmail } from '#data/emails.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection, useCurrentAccount } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { PreviewFrame } from '#parts/email-preview.tsx';
import { useIsShared } from '#parts/send-email/shared-server.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { LoadingStatus } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { useViewState } from '#window/view-state.ts';
import { type RenderedSource, useRenderedSource } from '../data';
import styles from './source.module.css';

/** Widths that a preview has, in CSS pixels. */
const widths = { phone: 375, tablet: 768, desktop: 1024 } as const;
const icons = { phone: Smartphone, tablet: Tablet, desktop: Monitor } as const;

type Device = keyof typeof widths;

const devices = Object.keys(widths) as Device[];
const isDevice = (value: JsonValue): value is Device => devices.some((device) => device === value);

/** Returns the device whose width previews of emails have, kept for the project, and that width. */
export function usePreviewWidth() {
  const [device, setDevice] = useViewState<Device>('email.preview', 'phone', isDevice);
  return { device, setDevice, width: widths[device] };
}

interface PreviewHeadProps {
  title: string;
  preview: ReturnType<typeof usePreviewWidth>;
  /** What can be done with the preview. */
  action?: ReactNode;
}

/** The title of a preview, the choice of its width, and what can be done with it. */
export function PreviewHead({ title, preview: { device, setDevice }, action }: PreviewHeadProps) {
  const { t } = useMessages();
  const options = devices.map((value) => ({ value, label: t(`email.preview.${value}`), icon: icons[value] }));
  return (
    <div className={styles.previewHead}>
      <h2>{title}</h2>
      {action}
      <Segmented label={t('email.preview.width')} value={device} options={options} onValueChange={setDevice} />
    </div>
  );
}

interface SendToSelfProps {
  connectionId: string;
  /** The email as it is previewed; undefined while there is none. */
  email: { readonly subject: string; readonly html: string } | undefined;
}

/** Sends the previewed email to the user's own account in the project, saved or not. */
function SendToSelf({ connectionId, email }: SendToSelfProps) {
  const { t } = useMessages();
  const account = useCurrentAccount(connectionId);
  const show = useToasts((state) => state.show);
  const send = useSendUserEmail(connectionId, true);
  const reason = useReason(connectionId);
  const sending = useAction(
    async () => {
      if (email === undefined || account === undefined) return;
      const results: (EmailResult | null)[] = [];
      const body = { ...email, notification_category_name: 'Transactional' } as const;
      await send(body, [account.userId], (_user, result) => void results.push(result));
      const isDone = results.at(-1)?.state === 'done';
      const address = account.primaryEmail ?? '';
      show({ tone: isDone ? 'good' : 'neutral', title: ({ t }) => t(isDone ? 'email.self.sent' : 'email.self.unknown', { address }) });
    },
    { onFailure: useFailureToast() },
  );
  return (
    <Button
      size="sm"
      icon={Send}
      busy={sending.isPending}
      disabledReason={reason ?? (email === undefined ? t('email.self.nothing') : undefined)}
      onClick={() => void sending.run()}
    >
      {t('email.self.send')}
    </Button>
  );
}

/** Why nothing can be sent to oneself. */
function useReason(connectionId: string): string | undefined {
  const { t } = useMessages();
  const account = useCurrentAccount(connectionId);
  const features = useConnection(connectionId)?.features;
  const readOnly = useReadOnlyReason(connectionId);
  const isShared = useIsShared(connectionId);
  if (readOnly !== undefined) return readOnly;
  if (features?.['templates-by-id'] === false) return t('send-email.release', { release: featureSince['templates-by-id'] });
  if (isShared) return t('email.self.shared');
  return account?.primaryEmail ? undefined : t('email.self.no-account');
}

interface LivePreviewProps {
  connectionId: string;
  title: string;
  /** What is rendered, for screen readers. */
  label: string;
  /** Sources as they are in an editor: they are rendered after a pause in typing. */
  rendered: RenderedSource;
  /** What a source that can't be rendered means for what is edited. */
  broken: MessageKey;
}

/** An email as the service renders it from sources that aren't saved. */
export function LivePreview({ connectionId, title, label, rendered: { source, themeSource, ...rest }, broken }: LivePreviewProps) {
  const { t } = useMessages();
  const sources = { source: useRested(source), themeSource: useRested(themeSource) };
  const rendered = useRenderedSource(connectionId, { ...rest, ...sources }, true);
  const { subject, html } = rendered.data ?? {};
  const preview = usePreviewWidth();
  const email = html === undefined || rendered.error !== null ? undefined : { subject: subject || label, html };
  return (
    <>
      <PreviewHead title={title} preview={preview} action={<SendToSelf connectionId={connectionId} email={email} />} />
      <RenderingFailure report={rendered.error && reportOf(rendered.error)} broken={broken} />
      {subject !== undefined && <p className={styles.subject}>{subject}</p>}
      {rendered.isPending && <LoadingStatus />}
      {html !== undefined && <PreviewFrame title={t('email.template.preview.of', { name: label })} html={html} width={preview.width} />}
    </>
  );
}

/** Returns the last text after a pause in typing. */
function useRested<T extends string | undefined>(text: T): T {
  const [rested, setRested] = useState(text);
  const rest = useDebounced(setRested);
  useEffect(() => rest(text), [rest, text]);
  return rested;
}

interface RenderingFailureProps {
  report: ErrorReport | null;
  /** What a source that can't be rendered means for what is edited. */
  broken: MessageKey;
}

/** Why a source couldn't be saved or previewed, with the service's message about it. */
export function RenderingFailure({ report, broken }: RenderingFailureProps) {
  const { t } = useMessages();
  const details = report?.known === 'EMAIL_RENDERING_ERROR' ? report.details : undefined;
  const error = typeof details === 'object' && details !== null && !Array.isArray(details) ? details.error : undefined;
  if (typeof error !== 'string') return <ErrorCallout report={report} />;
  const next = (
    <>
      <p>{t(broken)}</p>
      <p className={styles.fault} dir="ltr">
        {error}
      </p>
    </>
  );
  return <ErrorCallout report={report} next={next} />;
}
