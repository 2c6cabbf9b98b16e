import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { cx } from '#lib/class-names.ts';
import { translated } from '#lib/intl/translatable.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '../data/icon';
import { Button } from '../inputs/button';
import { IconButton } from '../inputs/icon-button';
import styles from './toast-area.module.css';
import { type Toast, useToasts } from './toasts';

const icons = { good: CircleCheck, neutral: Info, bad: CircleAlert };
const shownFor = 5000;

/** The area of the toasts, once per app. F8 focuses it. */
export function ToastArea() {
  const { t } = useMessages();
  const { toasts, dismiss } = useToasts();
  return (
    <Radix.Provider label={t('ui.notifications')} swipeDirection="right">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={() => dismiss(toast.id)} />
      ))}
      <Radix.Viewport className={styles.viewport} label={t('ui.notifications')} />
    </Radix.Provider>
  );
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const messages = useMessages();
  const { tone, title, text, action, shownForMillis = shownFor } = toast;
  const label = action && translated(messages, action.label);
  return (
    <Radix.Root
      className={cx(styles.toast, tone !== 'neutral' && styles[tone])}
      type={tone === 'bad' ? 'foreground' : 'background'}
      duration={tone === 'bad' ? Number.POSITIVE_INFINITY : shownForMillis}
      onOpenChange={(open) => open || onClose()}
    >
      <Icon of={icons[tone]} />
      <div className={styles.words}>
        <Radix.Title className={styles.title}>{translated(messages, title)}</Radix.Title>
        {text !== undefined && <Radix.Description className={styles.text}>{translated(messages, text)}</Radix.Description>}
        {action !== undefined && label !== undefined && (
          <Radix.Action altText={label} asChild>
            <Button size="sm" className={styles.action} onClick={action.onSelect}>
              {label}
            </Button>
          </Radix.Action>
        )}
      </div>
      <Radix.Close asChild>
        <IconButton size="sm" label={messages.t('ui.dismiss')} icon={X} />
      </Radix.Close>
    </Radix.Root>
  );
}
