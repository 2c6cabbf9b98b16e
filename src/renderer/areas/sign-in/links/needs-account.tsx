import { LogIn } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import steps from '../steps/steps.module.css';
import type { LinkCardProps } from './link-card';

/** A link that requires an account: the sign-in card opens and returns to the link. */
export function NeedsAccount({ link, connection, text, onDismiss }: LinkCardProps & { text: string; onDismiss: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <div className={steps.step}>
      <p className={steps.text}>{text}</p>
      <Button
        variant="primary"
        icon={LogIn}
        className={steps.wide}
        onClick={() => void navigate(paths.signIn(connection.id, paths.link(link.id)))}
      >
        {t('ui.sign-in')}
      </Button>
      <Button variant="plain" className={steps.wide} onClick={onDismiss}>
        {t('link.dismiss')}
      </Button>
    </div>
  );
}
