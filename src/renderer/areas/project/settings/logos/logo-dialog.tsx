import { useState } from 'react';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import { fail } from '#contract/errors.ts';
import { maxImageFileBytes, maxPictureSide } from '#contract/limits.ts';
import { isDataUrl } from '#contract/pictures/picture.ts';
import { useAction } from '#lib/use-action.ts';
import { useFileDrop } from '#lib/use-file-drop.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { ChooseImageButton } from '#parts/image/choose-image-button.tsx';
import { cropImage } from '#parts/image/crop-image.ts';
import { useChosenImage } from '#parts/image/use-chosen-image.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { type Logo, LogoPicture, logoUrl } from './logo-picture';
import styles from './logos.module.css';

interface LogoDialogProps {
  logo: Logo;
  environment: Environment | undefined;
  /** Stores a URL, or a picture as a `data:` URL. */
  onSave: (url: string) => Promise<void>;
  onClose: () => void;
}

/** Takes the URL of a logo, or a picture from a file, which is made smaller but not cropped. Stays open with both when it can't be saved. */
export function LogoDialog({ logo, environment, onSave, onClose }: LogoDialogProps) {
  const { t } = useMessages();
  const [text, setText] = useState(logo.url === null || isDataUrl(logo.url) ? '' : logo.url);
  const [isChecked, setChecked] = useState(false);
  const chosen = useChosenImage();
  const drop = useFileDrop(true, (files) => void chosen.read(files));
  const url = logoUrl(text);
  const saving = useAction(
    async () => {
      if (chosen.image === null) return url === null ? undefined : onSave(url);
      const { bitmap } = chosen.image;
      const picture = await cropImage(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height });
      if (picture === null) throw fail('too-large');
      await onSave(picture);
    },
    { onDone: onClose, toastsLate: true },
  );
  const isMissing = chosen.image === null && url === null;
  const submit = () => {
    setChecked(true);
    if (!isMissing) void saving.run();
  };
  const megabytes = maxImageFileBytes / 1_000_000;
  const mayLackStore = chosen.image !== null && saving.failure?.status === 500;
  return (
    <FormDialog
      title={t('project-settings.logos.title', { logo: t(`project-settings.${logo.field}`) })}
      environment={environment}
      actionLabel={t('ui.save')}
      busy={saving.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={t('project-settings.logos.url')}
        help={t('project-settings.logos.url.help')}
        error={isChecked && isMissing ? t('project-settings.logos.url.invalid') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            inputMode="url"
            value={chosen.image === null ? text : ''}
            onChange={({ target }) => {
              chosen.clear();
              setText(target.value);
            }}
          />
        )}
      </Field>
      <div className={styles.file} data-over={drop.isOver || undefined} {...drop.handlers}>
        <ChooseImageButton disabledReason={undefined} isReading={chosen.isReading} onChoose={(files) => void chosen.read(files)} />
        <p className={styles.quiet}>{t('project-settings.logos.file.help', { megabytes })}</p>
        <p role="alert" className={styles.problem}>
          {chosen.problem !== null && t(`image.problem.${chosen.problem}`, { megabytes, pixels: maxPictureSide })}
        </p>
        {chosen.image !== null && <LogoPicture logo={{ field: logo.field, url: chosen.image.url }} />}
      </div>
      {saving.failure !== null && <FormFailure report={saving.failure} />}
      {mayLackStore && <Callout tone="neutral" title={t('project-settings.logos.no-store')} />}
    </FormDialog>
  );
}
