/** Archives a product after a question, and restores it without one. Both can be taken back. */

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Product } from '../../client/index.ts'
import { useChange } from '../change/use-change.tsx'
import { useSession } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { productQuery } from './search.ts'
import { texts } from './texts.ts'

interface ArchiveProps {
  product: Product
  /** The id in the URL. */
  id: string
}

type Archived = Pick<Product, 'archived'>

/** An update without fields restores an archived product, and changes nothing else. */
function useArchive({ product, id }: ArchiveProps) {
  const text = useTexts(texts)
  const { api } = useSession()
  return useChange({
    query: productQuery(api, id),
    send: ({ archived }: Archived, options) =>
      archived ? api.products.remove({ id }, options) : api.products.update({ id }, options),
    predict: (shown: Product, { archived }) => ({ ...shown, archived }),
    accept: changed => changed,
    undo: ({ archived }) => ({ archived }),
    done: product.archived ? text.archive.restored : text.archive.done,
    labels: {
      archived: text.isArchived,
      name: text.columns.name,
      price: text.columns.price,
      stock: text.columns.stock,
    },
    affected: [['products', 'list']],
  })
}

export function ArchiveButton(props: ArchiveProps) {
  const { archived } = props.product
  const { archive: text } = useTexts(texts)
  const { canChange } = useSession()
  const [isOpen, { open, close }] = useDisclosure()
  const { run, isPending } = useArchive(props)
  if (!canChange) return null
  const archive = () => {
    close()
    run({ archived: true })
  }
  return (
    <>
      <Button variant="default" loading={isPending} onClick={archived ? () => run({ archived: false }) : open}>
        {archived ? text.restore : text.title}
      </Button>
      <ArchiveDialog product={props.product} isOpen={isOpen} onClose={close} onConfirm={archive} />
    </>
  )
}

interface ArchiveDialogProps {
  product: Product
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}

function ArchiveDialog({ product, isOpen, onClose, onConfirm }: ArchiveDialogProps) {
  const { archive: text } = useTexts(texts)
  const name = product.name || product.userDefinedId
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={text.question(name)}
      closeButtonProps={{ 'aria-label': text.close }}
    >
      <Stack>
        <Text size="sm">{text.consequence}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {text.keep}
          </Button>
          <Button color="red" onClick={onConfirm}>
            {text.title}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
