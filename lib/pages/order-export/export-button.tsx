/** The button that saves orders as a CSV file, and the dialog that shows how many orders were read. */

import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Dialog } from '../change/dialog.tsx'
import { useErrorSentence } from '../placeholders/failure.tsx'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'
import { type Source, useExport } from './use-export.ts'

interface ExportButtonProps {
  source: Source
  totalItems: number
  size?: 'xs' | 'sm'
}

/** The download begins when the dialog is opened. Closing the dialog cancels the download. */
export function ExportButton({ source, totalItems, size = 'sm' }: ExportButtonProps) {
  const text = useTexts(texts)
  const download = useExport(source)
  const [isOpen, { open, close }] = useDisclosure(false, { onOpen: download.start, onClose: download.cancel })
  return (
    <>
      <Button size={size} variant="default" onClick={open} disabled={totalItems === 0}>
        {text.download}
      </Button>
      <Dialog title={text.title} isOpen={isOpen} onClose={close}>
        <Download download={download} totalItems={totalItems} onClose={close} />
      </Dialog>
    </>
  )
}

interface ProgressProps {
  download: ReturnType<typeof useExport>
  totalItems: number
  onClose: () => void
}

function Download({ download, totalItems, onClose }: ProgressProps) {
  const text = useTexts(texts)
  const { number } = useFormats()
  const { resume, count, error, isSuccess, isPending } = download
  const sentence = useErrorSentence(error)
  return (
    <Stack>
      <Progress value={(100 * count) / Math.max(1, totalItems)} aria-label={text.title} animated={isPending} />
      <Text size="sm" className="numbers" role="status">
        {isSuccess ? text.ready(number(count)) : text.progress(number(count), number(totalItems))}
      </Text>
      {error && (
        <Alert color="red" variant="outline" role="alert" title={text.failed}>
          {sentence}
        </Alert>
      )}
      <Group justify="flex-end">
        {error && <Button onClick={resume}>{text.resume}</Button>}
        <Button variant="default" onClick={onClose}>
          {isSuccess ? text.close : text.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
