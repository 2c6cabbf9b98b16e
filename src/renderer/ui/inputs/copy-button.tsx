import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useToasts } from '../feedback/toasts';
import { VisuallyHidden } from '../layout/visually-hidden';
import { Button, type ButtonProps } from './button';

const shownFor = 1500;

/** Text, or how it is had when it is copied. */
type CopiedText = string | (() => string | Promise<string>);

/** Copies text and says for a moment that it did. `isReading` until text that has to be read first is there. */
export function useCopy(text: CopiedText): { copied: boolean; isReading: boolean; copy: () => void } {
  const show = useToasts((state) => state.show);
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const showFailure = useFailureToast();
  const { isPending, run } = useAction(async () => {
    try {
      if (!(await copyText(typeof text === 'string' ? text : await text()))) {
        show({ tone: 'bad', title: 'ui.copy-failed' });
        return;
      }
    } catch (thrown) {
      showFailure(thrown);
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), shownFor);
  });
  return { copied, isReading: isPending, copy: () => void run() };
}

/** Says to screen readers that something was copied. */
export function CopiedStatus({ copied }: { copied: boolean }) {
  const { t } = useMessages();
  return <VisuallyHidden role="status">{copied ? t('ui.copied') : ''}</VisuallyHidden>;
}

/** A button with a text that copies. */
export function CopyTextButton({ value, children, ...rest }: Omit<ButtonProps, 'value'> & { value: CopiedText }) {
  const { t } = useMessages();
  const { copied, isReading, copy } = useCopy(value);
  return (
    <>
      <Button icon={copied ? Check : Copy} busy={isReading && typeof value !== 'string'} {...rest} onClick={copy}>
        {copied ? t('ui.copied') : children}
      </Button>
      <CopiedStatus copied={copied} />
    </>
  );
}
