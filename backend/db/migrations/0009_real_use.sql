ALTER TABLE "files" ADD COLUMN "format" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "yanked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "yank_reason" text;--> statement-breakpoint
ALTER TABLE "file_drawings" ADD COLUMN "tone" text;