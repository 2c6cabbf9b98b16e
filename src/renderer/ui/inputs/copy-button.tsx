import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../lib/copy-text';
import { useMessages } from '../../lib/use-messages';
import { useToasts } from '../feedback/toasts';
import { VisuallyHidden } from '../layout/visually-hidden';
import { Button, type ButtonProps } from './button';

const shownFor = 1500;

/** Copies text and says for a moment that it did. */
export function useCopy(text: string | (() => string)): { copied: boolean; copy: () => void } {
  const show = useToasts((state) => state.show);
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const run = async () => {
    if (!(await copyText(typeof text === 'string' ? text : text()))) {
      show({ tone: 'bad', title: 'ui.copy-failed' });
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), shownFor);
  };
  return { copied, copy: () => void run() };
}

/** Says to screen readers that something was copied. */
export function CopiedStatus({ copied }: { copied: boolean }) {
  const { t } = useMessages();
  return <VisuallyHidden role="status">{copied ? t('ui.copied') : ''}</VisuallyHidden>;
}

/** A button with a text that copies. */
export function CopyTextButton({ value, children, ...rest }: Omit<ButtonProps, 'value'> & { value: string | (() => string) }) {
  const { t } = useMessages();
  const { copied, copy } = useCopy(value);
  return (
    <>
      <Button icon={copied ? Check : Copy} {...rest} onClick={copy}>
        {copied ? t('ui.copied') : children}
      </Button>
      <CopiedStatus copied={copied} />
    </>
  );
}
