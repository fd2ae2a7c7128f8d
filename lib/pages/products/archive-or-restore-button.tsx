/**
 * The button that archives a product after a confirmation, or restores it at once. Archiving and restoring can be
 * undone.
 */

import { Button } from '@mantine/core'
import type { Product } from '../../client/index.ts'
import { ConfirmButton } from '../change/confirm-button.tsx'
import { useChange } from '../change/use-change.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { productQuery } from './queries.ts'
import { texts } from './texts.ts'
import { useFieldComparison } from './use-inventory-change.ts'

interface ArchiveProps {
  product: Product
  /** The id in the URL: either the GUID of the product, or its `userDefinedId`. */
  id: string
}

type Archived = Pick<Product, 'archived'>

/** Archives or restores a product. An update without fields restores a product and changes nothing else. */
function useSetArchived({ product, id }: ArchiveProps) {
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
    compare: useFieldComparison(),
    affected: [['products', 'list']],
  })
}

export function ArchiveOrRestoreButton(props: ArchiveProps) {
  const { archived, name, userDefinedId } = props.product
  const { archive: text } = useTexts(texts)
  const { canChange } = useSession()
  const { run, isPending } = useSetArchived(props)
  if (!canChange) return null
  if (archived)
    return (
      <Button variant="default" loading={isPending} onClick={() => run({ archived: false })}>
        {text.restore}
      </Button>
    )
  return (
    <ConfirmButton
      label={text.title}
      title={text.question(name || userDefinedId)}
      sentences={[text.consequence]}
      keep={text.keep}
      isPending={isPending}
      onConfirm={() => run({ archived: true })}
    />
  )
}
