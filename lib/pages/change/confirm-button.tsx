/** A button that opens a dialog, which describes a change and asks for confirmation. */

import { Button, type ButtonProps, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTexts } from '../session/language.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { texts } from './texts.ts'

interface ConfirmButtonProps extends ButtonProps {
  label: string
  title: string
  /** The sentences in the dialog, which describe the change. */
  sentences: readonly string[]
  /** The text of the button that closes the dialog without a change; "Cancel" by default. */
  keep?: string
  isPending: boolean
  onConfirm: () => void
}

export function ConfirmButton({ label, title, sentences, isPending, onConfirm, ...props }: ConfirmButtonProps) {
  const { cancel } = useTexts(texts)
  const { keep = cancel, ...button } = props
  const [isOpen, { open, close }] = useDisclosure()
  const confirm = () => {
    close()
    onConfirm()
  }
  return (
    <>
      <Button variant="default" {...button} loading={isPending} onClick={open}>
        {label}
      </Button>
      <ConfirmDialog title={title} isOpen={isOpen} onClose={close} keep={keep} confirm={label} onConfirm={confirm}>
        {sentences.map(sentence => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </ConfirmDialog>
    </>
  )
}
