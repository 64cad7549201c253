import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Import } from './import.entity.js';

/** A piece of an imported file; all of them in their order are the file. Gone when the import is over. */
@Entity('import_chunks')
export class ImportChunk {
  @PrimaryColumn('uuid', { name: 'import_id', primaryKeyConstraintName: 'import_chunks_pkey' })
  importId!: string;

  @ManyToOne(() => Import, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'import_id', foreignKeyConstraintName: 'import_chunks_import_fkey' })
  import!: Relation<Import>;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'import_chunks_pkey' })
  number!: number;

  @Column('bytea')
  bytes!: Buffer;
}
