ALTER TABLE "files" ADD COLUMN "animation_key" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "animation_size" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "animation_sha256" text;--> statement-breakpoint
CREATE INDEX "files_by_animation" ON "files" USING btree ("animation_key") WHERE "files"."animation_key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "files_by_owner_of_animation" ON "files" USING btree ("owner_uid","animation_size") WHERE "files"."animation_key" IS NOT NULL;