ALTER TABLE "files" ADD COLUMN "drawings_size" bigint;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "early_downloads" jsonb DEFAULT '{}'::jsonb NOT NULL;