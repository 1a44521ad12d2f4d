-- contract: the release before sums without this index, and the sum is only slower.
CREATE TABLE "file_details" (
	"file_id" text PRIMARY KEY NOT NULL,
	"license_text" text,
	"entries" jsonb
);
--> statement-breakpoint
DROP INDEX "files_by_owner";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "animation_key" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "animation_size" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "animation_sha256" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "reader" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "original_key" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "original_name" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "original_size" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "original_sha256" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "drawings_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "drawing_parts" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "file_drawings" ADD COLUMN "simplified" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "file_icons" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "file_details" ADD CONSTRAINT "file_details_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_by_original_key" ON "files" USING btree ("original_key") WHERE "files"."original_key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "files_by_original_sha256" ON "files" USING btree ("original_sha256") WHERE "files"."original_sha256" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "files_by_animation" ON "files" USING btree ("animation_key") WHERE "files"."animation_key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "files_by_drawings_version" ON "files" USING btree ("drawings_version","id") WHERE purpose = 'project' AND drawings = 'ready';--> statement-breakpoint
CREATE INDEX "files_by_account" ON "files" USING btree ("owner_uid","state","size","original_size","animation_size");