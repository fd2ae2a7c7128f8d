/** A button for what cannot be undone: it opens a dialog that says what will happen, and has the button that does it. */

import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

interface ConfirmButtonProps extends ButtonProps {
  label: string
  title: string
  /** What will happen, in one sentence each. */
  sentences: readonly string[]
  isPending: boolean
  onConfirm: () => void
}

export function ConfirmButton({ label, title, sentences, isPending, onConfirm, ...button }: ConfirmButtonProps) {
  const text = useTexts(texts)
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
      <Modal opened={isOpen} onClose={close} title={title} centered closeButtonProps={{ 'aria-label': text.close }}>
        <Stack>
          {sentences.map(sentence => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {text.cancel}
            </Button>
            <Button color="red" onClick={confirm}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
