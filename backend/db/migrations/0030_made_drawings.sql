ALTER TABLE "files" ADD COLUMN "drawings_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "drawing_parts" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "file_drawings" ADD COLUMN "simplified" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "files_by_drawings_version" ON "files" USING btree ("drawings_version","id") WHERE purpose = 'project' AND drawings = 'ready';