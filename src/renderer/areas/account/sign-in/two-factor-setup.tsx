import { Copy, ExternalLink, TriangleAlert } from 'lucide-react';
import { create } from 'qrcode';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { useReadMethodsAgain } from '#data/own-user.ts';
import { useTopic } from '#data/topics.ts';
import { copyText } from '#lib/copy-text.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { codeLength } from '#lib/rules/one-time-code.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { CodeField } from '#ui/inputs/code-field.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import styles from './two-factor.module.css';

/** Says what to keep in mind while it is on: the service has no recovery codes. */
export function NoRecovery() {
  const { t } = useMessages();
  return (
    <span className={styles.recovery}>
      <Icon of={TriangleAlert} size={14} />
      {t('two-factor.no-recovery')}
    </span>
  );
}

export type Setup = Awaited<ReturnType<typeof api.twoFactor.begin>>;

interface TwoFactorSetupProps {
  setup: Setup;
  connectionId: string;
  accountId: string;
  /** Starts again with another key, because this one is no longer valid. */
  onExpired: () => void;
}

/** The key of an authenticator app, as image, text and link, and the field for its first code. */
export function TwoFactorSetup({ setup, ...rest }: TwoFactorSetupProps) {
  const { t } = useMessages();
  const place = useRef<HTMLDivElement>(null);
  // It opens below the button, which may be at the bottom of the window.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), []);
  useEffect(() => () => void api.twoFactor.cancel({ setupId: setup.setupId }).catch(() => undefined), [setup.setupId]);
  return (
    <div ref={place} className={styles.setup}>
      <QrCode text={setup.uri} label={t('two-factor.qr')} />
      <Key setup={setup} />
      <FirstCode setup={setup} {...rest} />
    </div>
  );
}

function Key({ setup: { setupId, key } }: { setup: Setup }) {
  const { t } = useMessages();
  const seconds = useTopic('settings.state').clipboardSeconds;
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  const copy = useAction(async () => {
    try {
      await api.twoFactor.copyKey({ setupId });
      show({ tone: 'good', title: ({ t }) => t('two-factor.key.copied', { seconds }), isNoChange: true });
    } catch (thrown) {
      // In a browser, only the page has the clipboard.
      const isCopied = reportOf(thrown).code === 'clipboard-unavailable' && (await copyText(key));
      if (isCopied) show({ tone: 'good', title: 'ui.copied', isNoChange: true });
      else showFailure(thrown);
    }
  });
  const open = useAction(() => api.twoFactor.openApp({ setupId }).catch(showFailure));
  return (
    <section className={styles.step}>
      <h3>{t('two-factor.scan')}</h3>
      <p className={styles.text}>{t('two-factor.key.text')}</p>
      <div className={styles.key}>
        <code dir="ltr">{groupsOf(key).join(' ')}</code>
        <IconButton label={t('two-factor.key.copy')} icon={Copy} size="sm" onClick={() => void copy.run()} />
      </div>
      <Button className={styles.open} variant="plain" size="sm" icon={ExternalLink} busy={open.isPending} onClick={() => void open.run()}>
        {t('two-factor.open-app')}
      </Button>
    </section>
  );
}

function groupsOf(key: string): string[] {
  return key.match(/.{1,4}/g) ?? [];
}

function FirstCode({ setup: { setupId }, connectionId, accountId, onExpired }: TwoFactorSetupProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const readAgain = useReadMethodsAgain(connectionId, accountId);
  const [value, setValue] = useState('');
  const [refusals, setRefusals] = useState(0);
  const onFailure = ({ code }: ErrorReport) => {
    if (code === 'flow-over') {
      show({ tone: 'bad', title: 'two-factor.expired' });
      return onExpired();
    }
    if (code !== 'bad-input') return void readAgain();
    setValue('');
    setRefusals((count) => count + 1);
  };
  const enable = useAction(
    async (totp: string) => {
      await api.twoFactor.enable({ setupId, totp });
      show({ tone: 'good', title: 'two-factor.turned-on' });
      await readAgain();
    },
    { onFailure },
  );
  const isWrong = enable.failure?.code === 'bad-input';
  return (
    <section className={styles.step}>
      <CodeField
        label={t('two-factor.code')}
        alphabet="digits"
        value={value}
        refusals={refusals}
        error={isWrong ? t('two-factor.code.wrong') : undefined}
        busy={enable.isPending}
        onValueChange={(next) => {
          setValue(next);
          if (next !== '') enable.reset();
        }}
        onComplete={(code) => void enable.run(code)}
      />
      <FailureLine report={isWrong ? null : enable.failure} unknown="two-factor.unknown" />
      {enable.failure !== null && !isWrong && value.length === codeLength && (
        <RetryButton size="sm" report={enable.failure} busy={enable.isPending} onRetry={() => void enable.run(value)} />
      )}
      <NoRecovery />
    </section>
  );
}

/** Modules of white around the code, which readers need. */
const margin = 4;

/** A text as a QR code, drawn as one path: the page allows no other images. Dark on light in every theme. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  const side = size + 2 * margin;
  return (
    <svg className={styles.qr} role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data.keys()].filter((at) => data[at] === 1);
  return { size, path: dark.map((at) => `M${margin + (at % size)} ${margin + Math.floor(at / size)}h1v1h-1z`).join('') };
}
