import { lazy, Suspense, useState } from 'react';
import type { Environment } from '../../../contract/bridge/connection-choices';
import { fail } from '../../../contract/errors';
import { errorText } from '../../lib/errors/error-text';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/feedback/callout';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Button } from '../../ui/inputs/button';
import { Dialog } from '../../ui/overlays/dialog';
import { type CropArea, cropImage } from './crop-image';
import styles from './image.module.css';
import type { ReadImage } from './read-image';

/** The cropper, or the whole image without one where its code can't be loaded. */
const Cropper = lazy(() =>
  import('./cropper').then(
    (module) => ({ default: module.Cropper }),
    () => import('./centered-crop').then((module) => ({ default: module.CenteredCrop })),
  ),
);

interface CropDialogProps {
  image: ReadImage;
  environment: Environment | undefined;
  /** Receives the image as a `data:` URL. */
  onSave: (url: string) => Promise<void>;
  onClose: () => void;
}

/** Chooses the part of an image to keep. Stays open with the image when it can't be saved. */
export function CropDialog({ image, environment, onSave, onClose }: CropDialogProps) {
  const { t } = useMessages();
  const [area, setArea] = useState<CropArea>(() => centerOf(image.bitmap));
  const saving = useAction(
    async () => {
      const url = await cropImage(image.bitmap, area);
      if (url === null) throw fail('too-large');
      await onSave(url);
    },
    { onDone: onClose },
  );
  const close = () => saving.isPending || onClose();
  const footer = (
    <>
      <Button disabledReason={saving.isPending ? t('form.saving') : undefined} onClick={close}>
        {t('ui.cancel')}
      </Button>
      <Button variant="primary" busy={saving.isPending} onClick={() => void saving.run()}>
        {t('image.crop.save')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title={t('image.crop')}
      description={t('image.crop.text')}
      footer={footer}
      environment={environment}
    >
      {image.isAnimated && <p className={styles.note}>{t('image.animated')}</p>}
      <Suspense fallback={<Loading />}>
        <Cropper url={image.url} onChange={setArea} />
      </Suspense>
      <Failure saving={saving} />
    </Dialog>
  );
}

/** Returns the largest square in the middle. */
function centerOf({ width, height }: HTMLCanvasElement): CropArea {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
}

function Failure({ saving }: { saving: { readonly failure: Parameters<typeof errorText>[1] | null } }) {
  const messages = useMessages();
  if (saving.failure === null) return null;
  const { title, next } = errorText(messages, saving.failure);
  return (
    <div className={styles.failure}>
      <Callout tone="bad" title={title}>
        {next}
      </Callout>
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.stage}>
      <LoadingStatus />
      <Skeleton height={260} />
    </div>
  );
}
